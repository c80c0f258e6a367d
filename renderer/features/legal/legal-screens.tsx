import type { LegalBlock, LegalText } from '../../content/legal.ts';
import { PRIVACY } from '../../content/privacy.ts';
import { TERMS } from '../../content/terms.ts';
import { LikenessError } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import { locale, t } from '../../i18n/index.ts';
import { DEFAULT_LOCALE, directionOf } from '../../i18n/locales.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailure, showToast } from '../../state/toasts.ts';
import { FileLink, TextLink } from '../../ui/button.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Unbroken } from '../../ui/text.tsx';
import styles from './legal.module.css';

const Block = ({ block }: { readonly block: LegalBlock }) =>
  typeof block === 'string' ? (
    <p>
      <Unbroken text={block} />
    </p>
  ) : (
    <ul>
      {block.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );

interface LegalPageProps {
  readonly text: LegalText;
  /** The other one of the two texts. */
  readonly beside: { readonly to: string; readonly label: string };
  /** A file of the build that belongs to the text. */
  readonly file?: LegalFile;
}

interface LegalFile {
  readonly href: string;
  readonly name: FileName;
  readonly label: string;
}

/** More than all the licences' texts. */
const LARGEST_BYTES = 8 * 1024 * 1024;

/** Saves the file. Before the page's scripts run, the browser downloads it. */
function SaveFile({ href, name, label }: LegalFile) {
  const { downloads, requests } = usePorts();
  const save = async (): Promise<void> => {
    const { status, bytes } = await requests.get({
      url: new URL(href, location.href).href,
      purpose: 'app',
      label: name,
      largest: LARGEST_BYTES,
    });
    if (status !== 200) throw new LikenessError('download-failed');
    const { place } = await downloads.save(name, new Blob([new Uint8Array(bytes)]));
    showToast(
      place === undefined ? t('Saved to your downloads.') : t('Saved to {place}.', { place }),
      'good',
    );
  };
  return (
    <FileLink
      href={href}
      download={name}
      onClick={(event) => {
        event.preventDefault();
        save().catch((failure: unknown) => showFailure(failure, 'download-failed'));
      }}
    >
      {label}
    </FileLink>
  );
}

/** A long text with its contents at the side, in English. Its summary is in the app's language. */
const LegalPage = ({ text, beside, file }: LegalPageProps) => (
  <article className={cx(ui.page, ui.whole)} lang="en" dir="ltr">
    <header className={styles.head}>
      <h1 className={ui.title}>{text.title}</h1>
      <p className={styles.date}>Last updated {text.updated}</p>
      <div lang={locale} dir={directionOf(locale)}>
        <p className={ui.lead}>
          <b>{t('In short.')}</b> <Unbroken text={text.summary} />
        </p>
        {locale !== DEFAULT_LOCALE && (
          <p>{t('The text below is in English, and the English text applies.')}</p>
        )}
      </div>
    </header>
    <div className={ui.article}>
      <nav className={cx(ui.contents, styles.contents)} aria-label="Contents">
        <ol>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {text.sections.map(({ id, title, blocks }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} className={ui.heading}>
              <span aria-hidden="true">{index + 1}</span>
              {title}
            </h2>
            {blocks.map((block) => (
              <Block key={typeof block === 'string' ? block : block.join()} block={block} />
            ))}
          </section>
        ))}
        <p className={cx(ui.wrap5, styles.actions)}>
          <TextLink to={beside.to}>{beside.label}</TextLink>
          <TextLink to="/trust-security">Trust &amp; Security</TextLink>
          <TextLink to="/contact">Contact</TextLink>
          {file && <SaveFile {...file} />}
        </p>
      </div>
    </div>
  </article>
);

/** /privacy */
export const PrivacyScreen = () => (
  <LegalPage text={PRIVACY} beside={{ to: '/terms', label: 'Terms & Conditions' }} />
);

/** /terms */
export const TermsScreen = () => (
  <LegalPage
    text={TERMS}
    beside={{ to: '/privacy', label: 'Privacy Policy' }}
    file={{
      href: '/LICENSES.txt',
      name: 'Likeness licences.txt',
      label: 'Open-source licences',
    }}
  />
);

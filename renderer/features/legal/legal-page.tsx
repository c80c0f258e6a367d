import type { LegalBlock, LegalText } from '../../content/legal.ts';
import { cx } from '../../ui/cx.ts';
import { FileLink, TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';
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

export interface LegalPageProps {
  readonly text: LegalText;
  /** The other one of the two texts. */
  readonly beside: { readonly to: string; readonly label: string };
  /** A file of the build that belongs to the text. */
  readonly file?: { readonly href: string; readonly name: string; readonly label: string };
}

/** A long text with its contents at the side, in English whatever the language of the app. */
export const LegalPage = ({ text, beside, file }: LegalPageProps) => (
  <article className={cx(t.page, styles.place)} lang="en" dir="ltr">
    <header className={styles.head}>
      <h1 className={t.title}>{text.title}</h1>
      <p className={styles.date}>Last updated {text.updated}</p>
      <p className={t.lead}>
        <b>In short.</b> <Unbroken text={text.summary} />
      </p>
    </header>
    <div className={styles.columns}>
      <nav className={styles.contents} aria-label="Contents">
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
            <h2 id={`${id}-title`} className={t.heading}>
              <span aria-hidden="true">{index + 1}</span>
              {title}
            </h2>
            {blocks.map((block) => (
              <Block key={typeof block === 'string' ? block : block.join()} block={block} />
            ))}
          </section>
        ))}
        <p className={styles.actions}>
          <TextLink to={beside.to}>{beside.label}</TextLink>
          <TextLink to="/trust-security">Trust &amp; Security</TextLink>
          <TextLink to="/contact">Contact</TextLink>
          {file && (
            <FileLink href={file.href} download={file.name}>
              {file.label}
            </FileLink>
          )}
        </p>
      </div>
    </div>
  </article>
);

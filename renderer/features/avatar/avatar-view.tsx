import { useAtomValue } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';

import { formatFor, hdName, type Generated, type PictureFormat } from '../../core/avatars.ts';
import { COPY_CONFIRMATION_MS } from '../../core/constants.ts';
import { isAbort } from '../../core/errors.ts';
import { likenessWords } from '../../core/likeness.ts';
import {
  BACKGROUND_LABELS,
  isFlat,
  STYLE_LABELS,
  type BackgroundId,
  type StyleId,
} from '../../core/styles.ts';
import { fileSize } from '../../core/units.ts';
import { formatDate, formatNumber, formatPercent, t } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import { usePorts } from '../../state/ports.ts';
import { pictureFormatAtom } from '../../state/settings.ts';
import { useAction } from '../../state/use-async.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { HeartIcon, ShareIcon } from '../../ui/icons.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { Certificate, useMinted } from '../parts/certificate.tsx';
import {
  FormatChoice,
  oneFile,
  Quality,
  SavedNote,
  SizesDialog,
  useDragOut,
  useSaved,
} from '../saving/index.ts';
import styles from './avatar-view.module.css';
import { RATING, tagsOf, USAGE_RIGHTS } from './shown.ts';

interface FactsProps {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

/** Names and values, separated by rules. */
const Facts = ({ title, rows }: FactsProps) => (
  <section>
    <h2>{title}</h2>
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  </section>
);

export interface AvatarViewProps {
  readonly id: number;
  /** Identifies its mint. */
  readonly uid: string;
  readonly name: string;
  readonly picture: string | undefined;
  readonly style: StyleId;
  readonly background: BackgroundId;
  /** Edge length of the file in pixels, once known. */
  readonly pixels: number | undefined;
  readonly bytes: number | undefined;
  readonly createdAt: number;
  readonly downloads: number;
  readonly likes: number;
  readonly shares: number;
  readonly liked: boolean;
  readonly likeness?: number;
  /** If an engine of the user's own made it. */
  readonly generated?: Generated | undefined;
  /** True if the quality check asked for a gentler rendering. */
  readonly softened?: boolean;
  readonly sample?: boolean;
  readonly elsewhere?: boolean;
  readonly onLike: (liked: boolean) => void;
  readonly onShared: () => void;
  readonly onDownload: (format: PictureFormat) => Promise<Saved>;
  readonly file: () => Promise<Blob | undefined>;
  /** Further buttons of 'Create from this'. */
  readonly make?: ReactNode;
  /** Actions for the owner only: rename, delete. */
  readonly tools?: ReactNode;
  readonly more?: ReactNode;
}

const formatNote = (format: PictureFormat, transparent: boolean): string =>
  ({
    png: transparent
      ? t('Lossless, with the transparent background.')
      : t('Lossless: the best quality.'),
    jpeg: transparent
      ? t('Smaller, and opens everywhere; the background becomes white.')
      : t('Smaller, and opens everywhere.'),
    webp: transparent
      ? t('The smallest, with the transparent background.')
      : t('The smallest, for the web.'),
    svg: t('A drawing with named layers, sharp at any size.'),
  })[format];

export function AvatarView(props: AvatarViewProps) {
  const { id, name, picture, style, background, liked, likeness, generated } = props;
  const minted = useMinted(props.uid);
  const dragOut = useDragOut(() => oneFile(hdName(name, 'png'), props.file()));

  return (
    <div className={cx(ui.page, ui.stack5, styles.avatar)}>
      {props.elsewhere && (
        <Notice title={t('This avatar is private')}>
          {t('Its owner keeps it on their own device. Below is a sample, not their picture.')}
        </Notice>
      )}
      <div className={styles.sides}>
        <figure className={cx(styles.print, background === 'none' && styles['see-through'])}>
          {picture !== undefined && (
            <img
              className={ui.fill}
              src={picture}
              alt={t('{name}: {style} avatar', {
                name,
                style: generated ? t('Look') : STYLE_LABELS[style],
              })}
              decoding="async"
              {...dragOut}
            />
          )}
        </figure>
        <div className={styles.words}>
          <div>
            <p className={styles.state}>
              <Badge tone="good">{t('Ready')}</Badge>
              {props.sample && <Badge tone="quiet">{t('Sample')}</Badge>}
              {minted.length > 0 && <Badge tone="chain">NFT</Badge>}
            </p>
            <h1 className={ui.title}>{name}</h1>
            <p className={ui.quiet}>
              {generated
                ? t('Generated with {engine}', { engine: generated.engine })
                : background === 'none'
                  ? t('{style} style, transparent background', { style: STYLE_LABELS[style] })
                  : t('{style} style, {background} background', {
                      style: STYLE_LABELS[style],
                      background: BACKGROUND_LABELS[background],
                    })}
            </p>
          </div>
          <Downloads {...props} minted={minted.length > 0} />
          {likeness !== undefined && !generated && (
            <LikenessFigure likeness={likeness} softened={props.softened === true} />
          )}
          <div className={cx(ui.wrap2, styles.near)}>
            <Button size="small" aria-pressed={liked} onClick={() => props.onLike(!liked)}>
              <HeartIcon
                size={18}
                strokeWidth={1.7}
                fill={liked ? 'currentcolor' : 'none'}
                aria-hidden="true"
              />
              {liked ? t('Liked') : t('Like')}
            </Button>
            <Share
              id={id}
              name={name}
              sample={props.sample === true}
              file={props.file}
              onShared={props.onShared}
            />
          </div>
          <section className={cx(ui.stack4, styles.section)}>
            <h2>{t('Create from this')}</h2>
            <div className={ui.wrap2}>
              {props.make}
              <ButtonLink to={`/avatar/${String(id)}?make=banner`} size="small">
                {t('Make a banner')}
              </ButtonLink>
              <ButtonLink to={`/avatar/${String(id)}?make=intro`} size="small">
                {t('Make an intro')}
              </ButtonLink>
            </div>
          </section>
          {props.tools && <div className={cx(ui.wrap2, styles.rest)}>{props.tools}</div>}
          {props.more}
          {minted.length > 0 && (
            <section className={cx(ui.stack4, styles.section)}>
              <h2>{minted.length > 1 ? t('NFT certificates') : t('NFT certificate')}</h2>
              {minted.map((mint) => (
                <Certificate key={mint.id} mint={mint} />
              ))}
            </section>
          )}
          <About {...props} />
        </div>
      </div>
    </div>
  );
}

/** Download, sizes and mint. */
function Downloads({
  id,
  name,
  picture,
  style,
  background,
  pixels,
  file,
  onDownload,
  minted,
}: AvatarViewProps & { readonly minted: boolean }) {
  const format = formatFor(useAtomValue(pictureFormatAtom), style);
  const { busy, problem, run } = useAction('download-failed');
  const { saved, keep } = useSaved();
  /** Undefined until it is opened for the first time. */
  const [sizing, setSizing] = useState<boolean>();
  return (
    <div className={ui.stack3}>
      <Button
        variant="accent"
        wide
        busy={busy}
        onClick={() => run(() => keep(() => onDownload(format)))}
      >
        {busy ? t('Saving') : t('Download HD')}
      </Button>
      <div className={cx(ui.between, ui.note)}>
        <FormatChoice flat={isFlat(style)} />
        <p>{formatNote(format, background === 'none')}</p>
      </div>
      {(format === 'jpeg' || format === 'webp') && picture !== undefined && (
        <Quality format={format} picture={picture} />
      )}
      {picture !== undefined && pixels !== undefined && (
        <>
          <Button wide onClick={() => setSizing(true)}>
            {t('Ready-made sizes')}
          </Button>
          {sizing !== undefined && (
            <SizesDialog
              open={sizing}
              onClose={() => setSizing(false)}
              name={name}
              picture={picture}
              pixels={pixels}
              flat={isFlat(style)}
              file={file}
            />
          )}
        </>
      )}
      {!minted && (
        <ButtonLink to={`/nft-minting?avatar=${String(id)}`} variant="chain-outline" wide>
          {t('Mint as NFT')}
        </ButtonLink>
      )}
      <SavedNote saved={saved} />
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}

/** What is known about the avatar, and what may be done with it. */
function About({
  style,
  background,
  pixels,
  bytes,
  createdAt,
  downloads,
  likes,
  shares,
  sample,
  generated,
}: AvatarViewProps) {
  return (
    <>
      <Facts
        title={t('Details')}
        rows={[
          ...(generated
            ? [
                [t('Look'), `${generated.look} ${String(generated.version)}`] as const,
                [
                  t('Engine'),
                  [generated.engine, generated.kind, generated.model].filter(Boolean).join(', '),
                ] as const,
              ]
            : [
                [t('Style'), STYLE_LABELS[style]] as const,
                [t('Background'), BACKGROUND_LABELS[background]] as const,
              ]),
          [t('Resolution'), pixels === undefined ? '…' : `${String(pixels)} × ${String(pixels)}`],
          [t('Format'), 'PNG'],
          [t('File size'), bytes === undefined ? '…' : fileSize(bytes)],
          [t('Created'), formatDate(createdAt)],
        ]}
      />
      <Facts
        title={t('Statistics')}
        rows={[
          [t('Downloads'), formatNumber(downloads)],
          [t('Likes'), formatNumber(likes)],
          [t('Shares'), formatNumber(shares)],
          // Avatars on one's own device have no rating.
          ...(sample ? [[t('Rating'), RATING] as const] : []),
        ]}
      />
      <section>
        <h2>{t('Tags')}</h2>
        <ul className={cx(ui.wrap2, styles.tags)}>
          {(generated ? [t('Look')] : tagsOf(style, background)).map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('Usage rights')}</h2>
        <ul className={styles.rights}>
          {USAGE_RIGHTS.map((right) => (
            <li key={right}>{right}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The quality check's measurement as a figure with its words. */
const LikenessFigure = ({
  likeness,
  softened,
}: {
  readonly likeness: number;
  readonly softened: boolean;
}) => (
  <section className={styles.likeness}>
    <h2>{t('Likeness to the photo')}</h2>
    <p>
      <b className={ui.heading}>{formatPercent(likeness)}</b>
      <span className={ui.hint}>
        {likenessWords(likeness)}{' '}
        {softened && <em>{t('Style softened so that it still looks like you.')}</em>}
      </span>
    </p>
  </section>
);

interface ShareProps {
  readonly id: number;
  readonly name: string;
  readonly sample: boolean;
  readonly file: () => Promise<Blob | undefined>;
  /** Called when the picture or its link has been shared. */
  readonly onShared: () => void;
}

type Outcome = 'copied' | 'by-hand' | 'picture' | 'refused';

/** Some browsers can't copy pictures, and none can on an insecure page. */
const copiesPictures = (): boolean =>
  typeof ClipboardItem !== 'undefined' &&
  'write' in ((navigator as Partial<Navigator>).clipboard ?? {});

/**
 * Shares the picture itself where the system takes files. Otherwise an own picture is copied, since
 * others would see a sample at its link; of a sample, the link is shared or copied.
 */
function Share({ id, name, sample, file, onShared }: ShareProps) {
  const { config } = usePorts();
  const [outcome, setOutcome] = useState<Outcome>();
  const url = new URL(`/avatar/${String(id)}`, config.appUrl || location.origin).href;

  useEffect(() => {
    if (outcome !== 'copied' && outcome !== 'picture') return undefined;
    const timer = setTimeout(() => setOutcome(undefined), COPY_CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copyPicture = async (): Promise<void> => {
    try {
      // Passes a promise: Safari accepts a picture only directly after the press.
      const png = file().then((blob) => blob ?? Promise.reject(new Error('the picture is gone')));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
      setOutcome('picture');
      onShared();
    } catch {
      setOutcome('refused'); // The screen says so, and what to do instead.
    }
  };

  const share = async (): Promise<void> => {
    const { share: open } = navigator as { share?: Navigator['share'] };
    if (open) {
      try {
        const blob = await file();
        const files = blob ? [new File([blob], hdName(name, 'png'), { type: blob.type })] : [];
        const takes = navigator.canShare({ files });
        if (takes || sample) {
          await navigator.share(takes ? { title: name, files } : { title: name, url });
          onShared();
          return;
        }
      } catch (failure) {
        if (isAbort(failure)) return;
      }
    }
    if (!sample) {
      await copyPicture();
      return;
    }
    await navigator.clipboard.writeText(url).then(
      () => {
        setOutcome('copied');
        onShared();
      },
      () => setOutcome('by-hand'), // The clipboard refused.
    );
  };

  return (
    <>
      <Button size="small" onClick={() => void share()}>
        <ShareIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        {t('Share')}
      </Button>
      {copiesPictures() && (
        <Button size="small" onClick={() => void copyPicture()}>
          {t('Copy picture')}
        </Button>
      )}
      <p role="status" className={styles.outcome}>
        {outcome === 'copied' && t('Link copied to clipboard!')}
        {outcome === 'picture' && t('Picture copied. Paste it where you like.')}
        {outcome === 'refused' && t('The picture could not be copied. Download it instead.')}
        {outcome === 'by-hand' && (
          <Trans id="Copy this link: <code>{url}</code>" values={{ url }} />
        )}
      </p>
    </>
  );
}

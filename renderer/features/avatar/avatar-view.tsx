import { useState, type ReactNode } from 'react';

import { downloadName, HD_SUFFIXES, type HdFormat } from '../../core/avatars.ts';
import { sentence } from '../../core/errors.ts';
import { likenessWords } from '../../core/likeness.ts';
import {
  BACKGROUND_LABELS,
  STYLE_LABELS,
  type BackgroundId,
  type StyleId,
} from '../../core/styles.ts';
import { fileSize } from '../../core/units.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { HeartIcon } from '../../ui/icons.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { Certificate, useMinted } from '../certificate/index.ts';
import { FormatChoice, oneFile, SavedNote, useDragOut } from '../saving/index.ts';
import styles from './avatar-view.module.css';
import { Facts } from './facts.tsx';
import { Share } from './share.tsx';
import { createdOn, RATING, tagsOf, USAGE_RIGHTS } from './shown.ts';

export interface AvatarViewProps {
  readonly id: number;
  /** By which its mint is known. */
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
  /** The quality check asked for a gentler rendering. */
  readonly softened?: boolean;
  readonly sample?: boolean;
  readonly elsewhere?: boolean;
  readonly onLike: (liked: boolean) => void;
  readonly onShared: () => void;
  readonly onDownload: (format: HdFormat) => Promise<Saved>;
  readonly file: () => Promise<Blob | undefined>;
  /** What only the owner does: rename, delete. */
  readonly tools?: ReactNode;
}

const formatNote = (format: HdFormat, transparent: boolean): string =>
  ({
    png: transparent
      ? 'Lossless, with the transparent background.'
      : 'Lossless: the picture as it is kept.',
    jpeg: transparent
      ? 'Smaller, opened everywhere; the background becomes white.'
      : 'Smaller, opened everywhere.',
    webp: transparent
      ? 'The smallest, with the transparent background.'
      : 'The smallest, for the web.',
  })[format];

export function AvatarView(props: AvatarViewProps) {
  const {
    id,
    name,
    picture,
    style,
    background,
    pixels,
    bytes,
    downloads,
    likes,
    shares,
    liked,
    likeness,
  } = props;
  const format = useAtomValue(hdFormatAtom);
  const minted = useMinted(props.uid);
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState<string>();
  const [saved, setSaved] = useState<Saved>();
  const dragOut = useDragOut(() => oneFile(downloadName(name, HD_SUFFIXES.png), props.file()));

  const download = async (): Promise<void> => {
    setSaving(true);
    setFailed(undefined);
    try {
      setSaved(await props.onDownload(format));
    } catch (failure) {
      setFailed(sentence(failure, 'download-failed'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <div className={cx(t.page, styles.avatar)}>
      <p>
        <TextLink to="/dashboard">Back to Dashboard</TextLink>
      </p>
      {props.elsewhere && (
        <Notice title="This avatar lives on its owner’s device">
          Pictures made here stay where they were made. This is a sample in its place.
        </Notice>
      )}
      <div className={styles.sides}>
        <figure className={cx(styles.print, background === 'none' && styles['see-through'])}>
          {picture !== undefined && (
            <img
              src={picture}
              alt={`${name}: ${STYLE_LABELS[style]} avatar`}
              decoding="async"
              {...dragOut}
            />
          )}
        </figure>
        <div className={styles.words}>
          <div>
            <p className={styles.state}>
              <Badge tone="good">Ready</Badge>
              {props.sample && <Badge tone="quiet">Sample</Badge>}
              {minted.length > 0 && <Badge tone="chain">NFT</Badge>}
            </p>
            <h1 className={t.title}>{name}</h1>
            <p className={t.quiet}>
              {STYLE_LABELS[style]} style, {BACKGROUND_LABELS[background]} background
            </p>
          </div>
          <div className={styles.actions}>
            <Button look="accent" wide busy={saving} onClick={() => void download()}>
              {saving ? 'Saving' : 'Download HD'}
            </Button>
            <div className={styles.format}>
              <FormatChoice />
              <p>{formatNote(format, background === 'none')}</p>
            </div>
            {minted.length === 0 && (
              <ButtonLink to={`/nft-minting?avatar=${String(id)}`} look="chain-outline" wide>
                Mint as NFT
              </ButtonLink>
            )}
            <SavedNote saved={saved} />
            {failed !== undefined && <ErrorNote what={failed} />}
          </div>
          {likeness !== undefined && (
            <LikenessFigure likeness={likeness} softened={props.softened === true} />
          )}
          <div className={styles.small}>
            <Button size="small" aria-pressed={liked} onClick={() => props.onLike(!liked)}>
              <HeartIcon
                size={18}
                strokeWidth={1.7}
                fill={liked ? 'currentcolor' : 'none'}
                aria-hidden="true"
              />
              {liked ? 'Liked' : 'Like'}
            </Button>
            <Share id={id} name={name} file={props.file} onShared={props.onShared} />
            {props.tools}
          </div>
          {minted.length > 0 && (
            <section className={styles.certificates}>
              <h2>{minted.length > 1 ? 'NFT certificates' : 'NFT certificate'}</h2>
              {minted.map((mint) => (
                <Certificate key={mint.id} mint={mint} />
              ))}
            </section>
          )}
          <Facts
            title="Details"
            rows={[
              ['Style', STYLE_LABELS[style]],
              ['Background', BACKGROUND_LABELS[background]],
              ['Resolution', pixels === undefined ? '…' : `${String(pixels)} × ${String(pixels)}`],
              ['Format', 'PNG'],
              ['File size', bytes === undefined ? '…' : fileSize(bytes)],
              ['Created', createdOn(props.createdAt)],
            ]}
          />
          <Facts
            title="Statistics"
            rows={[
              ['Downloads', downloads.toLocaleString('en')],
              ['Likes', likes.toLocaleString('en')],
              ['Shares', shares.toLocaleString('en')],
              ['Rating', RATING],
            ]}
          />
          <section>
            <h2>Tags</h2>
            <ul className={styles.tags}>
              {tagsOf(style, background).map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          </section>
          <section>
            <h2>Usage rights</h2>
            <ul className={styles.rights}>
              {USAGE_RIGHTS.map((right) => (
                <li key={right}>{right}</li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}

/** What the quality check measured, as a figure with its words. */
const LikenessFigure = ({
  likeness,
  softened,
}: {
  readonly likeness: number;
  readonly softened: boolean;
}) => (
  <section className={styles.likeness}>
    <h2>Likeness to the photo</h2>
    <p>
      <b className={t.heading}>{likeness.toFixed(2)}</b>
      <span>
        {likenessWords(likeness)} 1.00 would be the same face.
        {softened && <em>Rendered more gently to stay like you.</em>}
      </span>
    </p>
  </section>
);

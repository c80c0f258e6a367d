import { memo, useRef, type ReactNode } from 'react';

import { styleName, type Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { sampleImage } from '../../core/sample-files.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { t } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { itemSecondsLeft, useRenderProgress } from '../../state/generation/index.ts';
import { sampleUid, useLibrary, usePictureUrl, type Sample } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { useSampleStore, type SampleStoreState } from '../../state/sample-store.ts';
import { showFailure } from '../../state/toasts.ts';
import { useAction } from '../../state/use-async.ts';
import { Badge } from '../../ui/badge.tsx';
import { Anchor, TextButton, TextLink } from '../../ui/button.tsx';
import { Developing } from '../../ui/developing.tsx';
import { Frame, type Place } from '../../ui/film.tsx';
import { CheckIcon, HeartIcon, PlusIcon } from '../../ui/icons.tsx';
import { cx } from '../../ui/shared.ts';
import { Trans, VisuallyHidden } from '../../ui/text.tsx';
import { useMinted } from '../parts/certificate.tsx';
import { SavedNote, useDragOut, useSaved } from '../saving/index.ts';
import styles from './frames.module.css';

interface CaptionProps {
  readonly name: string;
  readonly mark?: ReactNode;
  readonly badge: ReactNode;
  readonly line: string;
  readonly children?: ReactNode;
}

const Caption = ({ name, mark, badge, line, children }: CaptionProps) => (
  <div className={styles.caption}>
    <h2 title={name}>
      {name}
      {mark}
    </h2>
    {badge}
    <p title={line}>{line}</p>
    {children !== undefined && <div className={styles.actions}>{children}</div>}
  </div>
);

/** 'View' and 'Download', with the name for people who hear them out of context. */
function Actions({
  to,
  name,
  save,
  children,
}: {
  to: string;
  name: string;
  save: () => Promise<Saved>;
  children?: ReactNode;
}) {
  const { busy, problem, run } = useAction('download-failed');
  const { saved, keep } = useSaved();
  const download = (): void => {
    if (busy) return;
    run(() => keep(save));
  };
  const values = { name: <>{name}</> };
  return (
    <>
      <TextLink to={to} data-main>
        <Trans id="View<hidden> {name}</hidden>" values={values} />
      </TextLink>
      <TextButton onClick={download} aria-disabled={busy || undefined}>
        {busy ? (
          <Trans id="Saving…<hidden> {name}</hidden>" values={values} />
        ) : (
          <Trans id="Download<hidden> {name}</hidden>" values={values} />
        )}
      </TextButton>
      {children}
      {saved && <SavedNote saved={saved} short />}
      {problem !== undefined && (
        <p role="alert" className={styles.failed}>
          {problem}
        </p>
      )}
    </>
  );
}

/** Style and counts, e.g. 'Artistic, 2 downloads, 1 share'. */
const tally = (style: string, downloads: number, shares = 0): string =>
  shares > 0
    ? t(
        '{style}, {downloads, plural, one {# download} other {# downloads}}, {shares, plural, one {# share} other {# shares}}',
        { style, downloads, shares },
      )
    : t('{style}, {downloads, plural, one {# download} other {# downloads}}', {
        style,
        downloads,
      });

/** The badges of an avatar that is an NFT. */
const MintedBadge = () => (
  <span className={styles.badges}>
    <Badge tone="good">{t('Ready')}</Badge>
    <Badge tone="chain">{'NFT'}</Badge>
  </span>
);

/** Takes the place as separate values, so that the frame renders again only when one changes. */
export interface ReadyFrameProps extends Place {
  readonly avatar: Avatar;
  /** The avatar's page, with the same query. */
  readonly to: string;
  readonly dense: boolean;
  readonly minted: boolean;
  /** The avatars that a drag out of the window takes along: this one, or all ticked ones. */
  readonly dragged: (avatar: Avatar) => readonly Avatar[];
  /** Whether the frame's checkbox is ticked; undefined makes the frame a link to the avatar. */
  readonly ticked: boolean | undefined;
  readonly onTick: (uid: string, upTo?: boolean) => void;
}

/** Memoised: changes to other frames don't render it again. */
export const ReadyFrame = memo(function ReadyFrame(props: ReadyFrameProps) {
  const { avatar, at, of, row, measure, to, dense, minted, dragged, ticked, onTick } = props;
  const library = useLibrary();
  const url = usePictureUrl(avatar.uid, 'thumb');
  const { id, uid, name, recipe, liked } = avatar;
  const dragOut = useDragOut(() => library.files(dragged(avatar)));
  // On the web, a drag over frames that aren't ticked selects them.
  const draggable = usePorts().downloads.mostLifted > 1 || ticked !== false;
  /** Whether Shift was held at the click: the change event doesn't say. */
  const shift = useRef(false);
  const picture = url !== undefined && (
    <img src={url} alt="" draggable={draggable} className={styles.picture} decoding="async" />
  );
  const ground = cx(recipe.background === 'none' && styles['on-none']);
  return (
    <Frame
      place={{ at, of, row, measure }}
      number={id}
      picture={
        ticked === undefined ? (
          <div className={styles.whole}>
            <Anchor to={to} tabIndex={-1} aria-hidden="true" className={ground} {...dragOut}>
              {picture}
            </Anchor>
            <button
              type="button"
              className={styles.pick}
              tabIndex={-1}
              aria-hidden="true"
              title={t('Select')}
              onClick={() => onTick(uid)}
            >
              <CheckIcon size={18} strokeWidth={2} />
            </button>
          </div>
        ) : (
          <label
            className={cx(styles.tick, ground)}
            onClickCapture={(event) => {
              shift.current = event.shiftKey;
            }}
            {...(draggable && dragOut)}
          >
            <input
              type="checkbox"
              data-main
              aria-label={name}
              checked={ticked}
              onChange={() => onTick(uid, shift.current)}
            />
            {picture}
          </label>
        )
      }
    >
      {dense ? (
        <div className={styles.line}>
          {ticked === undefined ? (
            <Anchor to={to} data-main>
              {name}
            </Anchor>
          ) : (
            <span>{name}</span>
          )}
          {minted && <VisuallyHidden> {'NFT'}</VisuallyHidden>}
          {liked && <Liked />}
        </div>
      ) : (
        <Caption
          name={name}
          mark={liked && <Liked />}
          badge={minted ? <MintedBadge /> : <Badge tone="good">{t('Ready')}</Badge>}
          line={tally(styleName(avatar), avatar.downloads, avatar.shares)}
        >
          {ticked === undefined && (
            <Actions to={to} name={name} save={() => library.download(avatar, 'jpg')}>
              <TextButton
                aria-pressed={liked}
                onClick={() => library.like([uid], !liked).catch(showFailure)}
              >
                <LikeWords liked={liked} name={name} />
              </TextButton>
            </Actions>
          )}
        </Caption>
      )}
    </Frame>
  );
});

/** 'Like' or 'Liked', with the name for people who hear it out of context. */
export const LikeWords = ({ liked, name }: { readonly liked: boolean; readonly name: string }) => {
  const values = { name: <>{name}</> };
  return liked ? (
    <Trans id="Liked<hidden> {name}</hidden>" values={values} />
  ) : (
    <Trans id="Like<hidden> {name}</hidden>" values={values} />
  );
};

const Liked = () => (
  <>
    <HeartIcon className={styles.heart} size={14} strokeWidth={1.7} fill="currentcolor" />
    <VisuallyHidden> {t('Liked')}</VisuallyHidden>
  </>
);

export function ProcessingFrame({
  place,
  dense,
  batch,
  item,
}: {
  readonly place: Place;
  readonly dense: boolean;
  readonly batch: Batch;
  readonly item: BatchItem;
}) {
  const renderProgress = useRenderProgress();
  const { draft, photo } = useDraft();
  const early = useObjectUrl(draft?.id === batch.draftId ? photo : undefined);
  const current = renderProgress.get(batch.id);
  const seconds = itemSecondsLeft(batch, item.uid, renderProgress);
  const paused = batch.state === 'paused';
  const style = STYLE_LABELS[item.recipe.style];
  const line = paused
    ? t('{style}, paused', { style })
    : seconds === undefined
      ? t('{style}, waiting', { style })
      : t('{style}, ready in {seconds} s', { style, seconds });
  return (
    <Frame
      place={place}
      number={item.avatarId}
      picture={
        current?.uid === item.uid ? (
          <Developing
            label={t('Developing {name}', { name: item.name })}
            src={early}
            done={current.done}
            seconds={seconds}
          />
        ) : (
          <div className={styles.latent}>
            {early !== undefined && <img src={early} alt="" />}
            {seconds !== undefined && !paused && (
              <span aria-hidden="true">{t('{seconds} s', { seconds })}</span>
            )}
          </div>
        )
      }
    >
      {dense ? (
        <div className={styles.line}>{item.name}</div>
      ) : (
        <Caption
          name={item.name}
          badge={<Badge tone="careful">{t('Processing')}</Badge>}
          line={line}
        >
          {null}
        </Caption>
      )}
    </Frame>
  );
}

export function SampleFrame({
  sample,
  state,
}: {
  readonly sample: Sample;
  readonly state: SampleStoreState;
}) {
  const sampleStore = useSampleStore();
  const minted = useMinted(sampleUid(sample.id)).length > 0;
  const { id, name, style } = sample;
  const image = sampleImage(sample.person, style, '(max-width: 560px) 46vw, 300px');
  const processing = sample.processing && state.done < 1;
  if (processing) {
    return (
      <Frame
        number={id}
        picture={
          <Developing
            label={t('Developing {name}', { name })}
            src={image.src}
            done={state.done}
            seconds={state.secondsLeft}
          />
        }
      >
        <Caption
          name={name}
          badge={<Badge tone="careful">{t('Processing')}</Badge>}
          line={t('{style}, ready in {seconds} s', {
            style: STYLE_LABELS[style],
            seconds: state.secondsLeft,
          })}
        />
      </Frame>
    );
  }
  return (
    <Frame
      number={id}
      edge={t('SAMPLE')}
      picture={
        <Anchor to={`/avatar/${String(id)}`} tabIndex={-1} aria-hidden="true">
          <img {...image} alt="" decoding="async" />
        </Anchor>
      }
    >
      <Caption
        name={name}
        badge={minted ? <MintedBadge /> : <Badge tone="good">{t('Ready')}</Badge>}
        line={tally(
          STYLE_LABELS[style],
          sample.downloads + (state.downloads.get(id) ?? 0),
          state.shares.get(id),
        )}
      >
        <Actions
          to={`/avatar/${String(id)}`}
          name={name}
          save={() => sampleStore.download(sample, 'jpg')}
        />
      </Caption>
    </Frame>
  );
}

interface EmptyFrameProps {
  readonly place?: Place;
  readonly dense?: boolean;
  readonly number: number;
  readonly credits: number;
  readonly sample?: boolean;
}

function creditWords(credits: number, sample: boolean): string {
  if (credits === 0) return t('Previews are free');
  return sample
    ? t('{credits, plural, one {# sample credit} other {# sample credits}} left', { credits })
    : t('{credits, plural, one {# credit} other {# credits}} left', { credits });
}

export const EmptyFrame = ({
  place,
  dense = false,
  number,
  credits,
  sample = false,
}: EmptyFrameProps) => (
  <Frame
    place={place}
    number={number}
    unexposed
    picture={
      <Anchor to="/customize" data-main>
        <PlusIcon size={dense ? 24 : 40} strokeWidth={1} aria-hidden="true" />
        {dense ? <VisuallyHidden>{t('Create New Avatar')}</VisuallyHidden> : t('Create New Avatar')}
      </Anchor>
    }
  >
    {dense ? (
      <div className={styles.line}>{t('Next avatar')}</div>
    ) : (
      <Caption name={t('Next avatar')} badge={null} line={creditWords(credits, sample)}>
        {null}
      </Caption>
    )}
  </Frame>
);

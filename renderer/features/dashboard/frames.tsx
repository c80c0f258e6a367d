import { useState, type ReactNode } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { sentence } from '../../core/errors.ts';
import { STYLE_LABELS, type StyleId } from '../../core/styles.ts';
import type { Saved } from '../../ports/downloads.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { itemSecondsLeft, useRenderProgress } from '../../state/generation/index.ts';
import {
  useLibrary,
  usePictureUrl,
  useSampleStore,
  type Sample,
  type SampleStoreState,
} from '../../state/library/index.ts';
import { sampleUid } from '../../state/minting/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Developing } from '../../ui/developing.tsx';
import { Frame } from '../../ui/film.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { TextButton, TextLink } from '../../ui/text-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useMinted } from '../certificate/index.ts';
import { SavedNote, useDragOut } from '../saving/index.ts';
import { plural } from './entries.ts';
import styles from './frames.module.css';

interface CaptionProps {
  readonly name: string;
  readonly badge: ReactNode;
  readonly line: string;
  readonly children?: ReactNode;
}

const Caption = ({ name, badge, line, children }: CaptionProps) => (
  <div className={styles.caption}>
    <h2>{name}</h2>
    {badge}
    <p>{line}</p>
    {children !== undefined && <div className={styles.ways}>{children}</div>}
  </div>
);

/** 'View' and 'Download' with the name for those who hear them out of place. */
function Ways({ id, name, save }: { id: number; name: string; save: () => Promise<Saved> }) {
  const [state, setState] = useState<
    'idle' | 'saving' | { readonly failed: string } | { readonly saved: Saved }
  >('idle');
  const download = (): void => {
    if (state === 'saving') return;
    setState('saving');
    save().then(
      (saved) => setState({ saved }),
      (failure: unknown) => setState({ failed: sentence(failure, 'download-failed') }),
    );
  };
  return (
    <>
      <TextLink to={`/avatar/${String(id)}`}>
        View<VisuallyHidden> {name}</VisuallyHidden>
      </TextLink>
      <TextButton onClick={download} aria-disabled={state === 'saving' || undefined}>
        {state === 'saving' ? 'Saving…' : 'Download'}
        <VisuallyHidden> {name}</VisuallyHidden>
      </TextButton>
      {typeof state === 'object' && 'saved' in state && <SavedNote saved={state.saved} short />}
      {typeof state === 'object' && 'failed' in state && (
        <p role="alert" className={styles.failed}>
          {state.failed}
        </p>
      )}
    </>
  );
}

/** What became of an avatar: 'Artistic, 2 downloads, 1 share'. */
const tally = (style: StyleId, downloads: number, shares = 0): string =>
  [
    STYLE_LABELS[style],
    plural(downloads, 'download'),
    ...(shares > 0 ? [plural(shares, 'share')] : []),
  ].join(', ');

/** Ready, and an NFT. */
const MintedBadge = () => (
  <span className={styles.badges}>
    <Badge tone="good">Ready</Badge>
    <Badge tone="chain">NFT</Badge>
  </span>
);

export interface ReadyFrameProps {
  readonly avatar: Avatar;
  /** What a drag out of the window takes from here: this one, or all that are ticked. */
  readonly dragged: readonly Avatar[];
  /** The frame is a box to tick, ticked or not; without it, a way to the avatar. */
  readonly ticked?: boolean | undefined;
  readonly onTick: (uid: string) => void;
}

export function ReadyFrame({ avatar, dragged, ticked, onTick }: ReadyFrameProps) {
  const library = useLibrary();
  const minted = useMinted(avatar.uid).length > 0;
  const url = usePictureUrl(avatar.uid, 'thumb');
  const { id, uid, name, recipe } = avatar;
  const dragOut = useDragOut(() => library.files(dragged));
  const picture = url !== undefined && <img src={url} alt="" className={styles.picture} />;
  const ground = cx(recipe.background === 'none' && styles['on-none']);
  return (
    <Frame
      number={id}
      picture={
        ticked === undefined ? (
          <Anchor
            to={`/avatar/${String(id)}`}
            tabIndex={-1}
            aria-hidden="true"
            className={ground}
            {...dragOut}
          >
            {picture}
          </Anchor>
        ) : (
          <label className={cx(styles.tick, ground)} {...dragOut}>
            <input
              type="checkbox"
              aria-label={name}
              checked={ticked}
              onChange={() => onTick(uid)}
            />
            {picture}
          </label>
        )
      }
    >
      <Caption
        name={name}
        badge={minted ? <MintedBadge /> : <Badge tone="good">Ready</Badge>}
        line={tally(recipe.style, avatar.downloads, avatar.shares)}
      >
        {ticked === undefined && (
          <Ways id={id} name={name} save={() => library.download(avatar, 'jpg')} />
        )}
      </Caption>
    </Frame>
  );
}

export function ProcessingFrame({
  batch,
  item,
}: {
  readonly batch: Batch;
  readonly item: BatchItem;
}) {
  const renderProgress = useRenderProgress();
  const { draft, photo } = useDraft();
  const early = useObjectUrl(draft?.id === batch.draftId ? photo : undefined);
  const current = renderProgress.get(batch.id);
  const seconds = itemSecondsLeft(batch, item.uid, renderProgress);
  const paused = batch.state === 'paused';
  const line = paused
    ? 'paused'
    : seconds === undefined
      ? 'in line'
      : `ready in ${String(seconds)} s`;
  return (
    <Frame
      number={item.avatarId}
      picture={
        current?.uid === item.uid ? (
          <Developing
            label={`Developing ${item.name}`}
            src={early}
            done={current.done}
            seconds={seconds}
          />
        ) : (
          <div className={styles.latent}>
            {early !== undefined && <img src={early} alt="" />}
            {seconds !== undefined && !paused && <span aria-hidden="true">{seconds} s</span>}
          </div>
        )
      }
    >
      <Caption
        name={item.name}
        badge={<Badge tone="careful">Processing</Badge>}
        line={`${STYLE_LABELS[item.recipe.style]}, ${line}`}
      />
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
  const { id, name, style, picture } = sample;
  const processing = sample.processing && state.done < 1;
  if (processing) {
    return (
      <Frame
        number={id}
        picture={
          <Developing
            label={`Developing ${name}`}
            src={picture}
            done={state.done}
            seconds={state.secondsLeft}
          />
        }
      >
        <Caption
          name={name}
          badge={<Badge tone="careful">Processing</Badge>}
          line={`${STYLE_LABELS[style]}, ready in ${String(state.secondsLeft)} s`}
        />
      </Frame>
    );
  }
  return (
    <Frame
      number={id}
      edge="SAMPLE"
      picture={
        <Anchor to={`/avatar/${String(id)}`} tabIndex={-1} aria-hidden="true">
          <img src={picture} alt="" decoding="async" />
        </Anchor>
      }
    >
      <Caption
        name={name}
        badge={minted ? <MintedBadge /> : <Badge tone="good">Ready</Badge>}
        line={tally(style, sample.downloads + (state.downloads.get(id) ?? 0), state.shares.get(id))}
      >
        <Ways id={id} name={name} save={() => sampleStore.download(sample, 'jpg')} />
      </Caption>
    </Frame>
  );
}

interface UnexposedProps {
  readonly number: number;
  readonly credits: number;
  readonly sample?: boolean;
}

export const UnexposedFrame = ({ number, credits, sample = false }: UnexposedProps) => (
  <Frame
    number={number}
    unexposed
    picture={
      <Anchor to="/customize">
        <PlusIcon size={40} strokeWidth={1} aria-hidden="true" />
        Create New Avatar
      </Anchor>
    }
  >
    <Caption
      name="Unexposed"
      badge={null}
      line={
        credits > 0
          ? `${plural(credits, sample ? 'sample credit' : 'credit')} left`
          : 'Previews are free'
      }
    />
  </Frame>
);

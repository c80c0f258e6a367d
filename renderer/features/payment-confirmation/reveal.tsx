import { useSetAtom } from 'jotai';
import { useMemo } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import { useRenderProgress, type RenderProgress } from '../../state/generation/index.ts';
import { useLibrary, useLibraryState, usePictureUrl } from '../../state/library/index.ts';
import { showFailureAtom } from '../../state/toasts.ts';
import { Anchor } from '../../ui/anchor.tsx';
import button from '../../ui/button.module.css';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Developing } from '../../ui/developing.tsx';
import { Film, Frame } from '../../ui/film.tsx';
import { HeartIcon } from '../../ui/icons.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './reveal.module.css';

/** As many as anyone looks at together; in a larger set, the strip follows the progress. */
const SHOWN = 12;

function Picture({ item }: { readonly item: BatchItem }) {
  const url = usePictureUrl(item.uid, 'thumb');
  return (
    <Anchor
      to={`/avatar/${String(item.avatarId)}`}
      aria-label={i18n.t('View {name}', { name: item.name })}
    >
      {url !== undefined && <img src={url} alt="" />}
    </Anchor>
  );
}

const pictureOf = (item: BatchItem, batch: Batch, works: RenderProgress) => {
  if (item.state === 'done') return <Picture item={item} />;
  const now = works.get(batch.id);
  return <Developing label={item.name} done={now?.uid === item.uid ? now.done : 0} />;
};

function Heart({ avatar }: { readonly avatar: Avatar }) {
  const library = useLibrary();
  const showFailure = useSetAtom(showFailureAtom);
  const { uid, name, liked } = avatar;
  return (
    <button
      type="button"
      className={cx(button.icon, styles.heart)}
      aria-pressed={liked}
      onClick={() => void library.like([uid], !liked).catch(showFailure)}
    >
      <HeartIcon size={22} strokeWidth={1.6} fill={liked ? 'currentcolor' : 'none'} />
      <VisuallyHidden>{i18n.t('Keep {name} among the best', { name })}</VisuallyHidden>
    </button>
  );
}

/** An order's set: it develops at full width, takes likes, and shows the credits left. */
export function Reveal({ batch }: { readonly batch: Batch }) {
  const works = useRenderProgress();
  const { avatars, credits } = useLibraryState();
  const known = useMemo(() => new Map(avatars.map((avatar) => [avatar.uid, avatar])), [avatars]);
  const next = batch.items.findIndex(({ state }) => state === 'waiting');
  const end = Math.min(
    batch.items.length,
    Math.max(SHOWN, next < 0 ? batch.items.length : next + 1),
  );
  const start = Math.max(0, end - SHOWN);
  const ended = batch.state === 'done' || batch.state === 'cancelled';
  const made = batch.items.filter(({ state }) => state === 'done').length;
  return (
    <section className={styles.reveal} aria-label={i18n.t('Your pictures')}>
      <Film label={i18n.t('Your pictures, as they develop')}>
        {batch.items.slice(start, end).map((item, index) => {
          const avatar = known.get(item.uid);
          return (
            <Frame
              key={item.uid}
              number={start + index + 1}
              edge={STYLE_LABELS[item.recipe.style].toUpperCase()}
              picture={pictureOf(item, batch, works)}
            >
              <div className={styles.line}>
                <p className={t.caption}>{item.name}</p>
                {avatar && <Heart avatar={avatar} />}
              </div>
            </Frame>
          );
        })}
      </Film>
      <p role="status" className={ended ? styles.announced : styles.unseen}>
        {ended && (
          <>
            {i18n.t('{count, plural, one {One picture is} other {# pictures are}} ready.', {
              count: made,
            })}{' '}
            {made > 0 && i18n.t('Give the best a heart: the dashboard finds them again.')}
          </>
        )}
      </p>
      {ended && credits.available > 0 && (
        <p>
          <ButtonLink to="/customize">
            {i18n.t(
              '{credits, plural, one {# left: make more like this} other {# left: make more like this}}',
              { credits: credits.available },
            )}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

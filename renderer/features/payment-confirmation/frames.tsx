import type { Batch, BatchItem } from '../../core/batches.ts';
import { useRenderProgress, type RenderProgress } from '../../state/generation/index.ts';
import { usePictureUrl } from '../../state/library/index.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { Developing } from '../../ui/developing.tsx';
import { Film, Frame } from '../../ui/film.tsx';

const SHOWN = 4;

function Picture({ item }: { readonly item: BatchItem }) {
  const url = usePictureUrl(item.uid, 'thumb');
  return (
    <Anchor to={`/avatar/${String(item.avatarId)}`} aria-label={`View ${item.name}`}>
      {url !== undefined && <img src={url} alt="" />}
    </Anchor>
  );
}

const pictureOf = (item: BatchItem, batch: Batch, works: RenderProgress) => {
  if (item.state === 'done') return <Picture item={item} />;
  const now = works.get(batch.id);
  return <Developing label={item.name} done={now?.uid === item.uid ? now.done : 0} />;
};

/** The end of the strip that is being developed: the last finished frames and the one in the works. */
export function Frames({ batch }: { readonly batch: Batch }) {
  const works = useRenderProgress();
  const next = batch.items.findIndex(({ state }) => state === 'waiting');
  const end = Math.min(
    batch.items.length,
    Math.max(SHOWN, next < 0 ? batch.items.length : next + 1),
  );
  const start = Math.max(0, end - SHOWN);
  return (
    <Film label="Your pictures, as they develop" whole>
      {batch.items.slice(start, end).map((item, index) => (
        <Frame
          key={item.uid}
          number={start + index + 1}
          edge={item.recipe.style.toUpperCase()}
          picture={pictureOf(item, batch, works)}
        />
      ))}
    </Film>
  );
}

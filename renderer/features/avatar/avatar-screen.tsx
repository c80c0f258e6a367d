import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { paintedRecipe, pictureKey, type Avatar } from '../../core/avatars.ts';
import { photoOf, photoOfAvatar, type Batch } from '../../core/batches.ts';
import { errorCode } from '../../core/errors.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import { analysesAtom } from '../../state/drafts/index.ts';
import {
  avatarPath,
  dashboardPath,
  parseQuery,
  SAMPLES,
  sampleUid,
  selectAvatars,
  shippedPicture,
  undoableAtom,
  useLibrary,
  useLibraryState,
  type LibraryQuery,
  type Sample,
} from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useSampleStore, useSampleStoreState } from '../../state/sample-store.ts';
import { useScope } from '../../state/scope.ts';
import { showFailure } from '../../state/toasts.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { useActions } from '../parts/actions.ts';
import { useMintedUids } from '../parts/certificate.tsx';
import { LibraryFailed, UndoNote } from '../parts/library-notes.tsx';
import styles from './avatar-screen.module.css';
import { AvatarView } from './avatar-view.tsx';
import { OwnAvatar } from './own-avatar.tsx';
import { findAvatar, type Found } from './shown.ts';

/**
 * Whether letter keys work too, so that nobody who uses speech input deletes a picture with a word.
 * Stays switched on from one avatar to the next during this visit.
 */
const pickingAtom = atom(false);

/** Loaded only when asked for. */
const LicencePage = lazily(async () => (await import('../licence/index.ts')).LicencePage);
const BannerMaker = lazily(async () => (await import('../banners/index.ts')).BannerMaker);
const IntroMaker = lazily(async () => (await import('../intro/index.ts')).IntroMaker);
const OTHERS_MAX = 5;

/** /avatar/{id}: one picture with all its actions. `?make=banner` or `intro` opens that maker. */
export function AvatarScreen() {
  const { id } = useParams();
  const [params] = useSearchParams();
  // Deferred, since pages change in a transition: a deleted avatar stays until its neighbour is shown.
  const { loaded, failed, avatars } = useDeferredValue(useLibraryState());
  const found = findAvatar(id, avatars, SAMPLES);
  const profileId = useScope()?.profileId;
  const [seen, setSeen] = useState<Avatar>();
  if (found?.kind === 'own' && found.avatar !== seen) setSeen(found.avatar);
  // A sample's number is known at once. An own avatar waits for all the others, its neighbours
  // among them.
  if (!found || (!loaded && (found.kind === 'own' || found.elsewhere)))
    return failed ? (
      <div className={cx(ui.page, ui.stack5)}>
        <h1 className={ui.title}>{t('Avatar')}</h1>
        <LibraryFailed />
      </div>
    ) : null;
  // Deleted in another tab, and not locked.
  if (found.kind === 'sample' && seen?.id === Number(id) && seen.profileId === profileId) {
    return (
      <div className={cx(ui.page, ui.stack5)}>
        <h1 className={ui.title}>{t('{name} was deleted', { name: seen.name })}</h1>
        <p>
          <TextLink to="/dashboard">{t('Back to Dashboard')}</TextLink>
        </p>
      </div>
    );
  }
  // Nothing is made of the sample that stands in for an avatar of somebody else, or a deleted one.
  const make = found.kind === 'sample' && found.elsewhere ? null : params.get('make');
  if (make === 'banner') return <MakerPage found={found} Maker={BannerMaker} />;
  if (make === 'intro') return <MakerPage found={found} Maker={IntroMaker} />;
  if (make === 'licence' && found.kind === 'own') return <LicencePage avatar={found.avatar} />;
  return found.kind === 'own' ? (
    <Viewer
      key={params.toString()}
      avatar={found.avatar}
      avatars={avatars}
      query={parseQuery(params)}
    />
  ) : (
    <>
      <div className={cx(ui.page, ui.between, styles.neighbours)}>
        <TextLink to="/dashboard">{t('Back to Dashboard')}</TextLink>
      </div>
      <SampleAvatar key={found.sample.id} sample={found.sample} elsewhere={found.elsewhere} />
      <Undo />
    </>
  );
}

/** Others of its batch that show the same person. After a restore, who is on which isn't known. */
function othersOf(own: Avatar, avatars: readonly Avatar[], batches: readonly Batch[]) {
  const batch = batches.find(({ id }) => id === own.batchId);
  if (!batch) return [];
  const names = new Map(batch.bulk?.people.map(({ draftId, name }) => [draftId, name]));
  const people = new Map(
    batch.items.map((item) => {
      const photo = photoOf(batch, item);
      return [item.uid, names.get(photo) ?? photo];
    }),
  );
  return avatars.filter(
    ({ uid }) => uid !== own.uid && people.has(uid) && people.get(uid) === people.get(own.uid),
  );
}

/** Makes a banner or an intro of the avatar, with others of the same person. */
function MakerPage({
  found,
  Maker,
}: {
  readonly found: Found;
  readonly Maker: typeof BannerMaker;
}) {
  const library = useLibrary();
  const { avatars, batches } = useLibraryState();
  const { id, name } = found.kind === 'own' ? found.avatar : found.sample;
  const own = found.kind === 'own' ? found.avatar : undefined;
  const read = async (uid: string) => (await library.picture(uid))?.full;
  const person = usePaintedPerson(found);
  return (
    <Maker
      back={`/avatar/${String(id)}`}
      uid={own?.uid ?? sampleUid(id)}
      name={name}
      picture={() =>
        found.kind === 'own' ? read(found.avatar.uid) : shippedPicture(found.sample.picture, 'png')
      }
      person={person}
      others={async () => {
        const others = own ? othersOf(own, avatars, batches).slice(0, OTHERS_MAX) : [];
        const blobs = await Promise.all(others.map(({ uid }) => read(uid)));
        return blobs.filter((blob) => blob !== undefined);
      }}
    />
  );
}

const Undo = () => (
  <div className={cx(ui.page, styles.undo)}>
    <UndoNote />
  </div>
);

/** An own avatar, with steps to its neighbours in the query that led to it. */
function Viewer({
  avatar,
  avatars,
  query,
}: {
  readonly avatar: Avatar;
  readonly avatars: readonly Avatar[];
  readonly query: LibraryQuery;
}) {
  const library = useLibrary();
  const minted = useMintedUids();
  const navigate = useNavigate();
  const setUndoable = useSetAtom(undoableAtom);
  // The list as it was at first: an avatar unliked while browsing the liked ones stays in it.
  const [began] = useState(() => {
    const found = selectAvatars(avatars, query, { minted, now: Date.now() });
    // If the address names an avatar that the query leaves out, step through all of them.
    return (found.includes(avatar) ? found : avatars).map(({ uid }) => uid);
  });
  const row = useMemo(() => {
    const known = new Map(avatars.map((one) => [one.uid, one]));
    return began.flatMap((uid) => known.get(uid) ?? []);
  }, [began, avatars]);
  const at = row.findIndex(({ uid }) => uid === avatar.uid);
  const before = at > 0 ? row[at - 1] : undefined;
  const after = at >= 0 ? row[at + 1] : undefined;

  // The target of the last step: keys come faster than page changes.
  const aim = useRef<string | undefined>(avatar.uid);
  useEffect(() => {
    aim.current = avatar.uid;
  }, [avatar.uid]);
  const go = (next: Avatar | undefined): void => {
    if (!next) return;
    aim.current = next.uid;
    void navigate(avatarPath(next.id, query), { replace: true, preventScrollReset: true });
  };
  const step = (by: 1 | -1): void => {
    const from = row.findIndex(({ uid }) => uid === aim.current);
    if (from >= 0) go(row[from + by]);
  };
  const like = (liked: boolean): void => {
    library.like([avatar.uid], liked).catch(showFailure);
  };
  const remove = (): void => {
    // A second press, while the page hasn't changed yet.
    if (aim.current !== avatar.uid) return;
    aim.current = undefined;
    const next = after ?? before;
    // First the next one: the address of an avatar that is gone shows another.
    if (next) go(next);
    else void navigate(dashboardPath(query));
    library.remove([avatar]).then(
      (undo) => setUndoable({ words: t('{name} was deleted', { name: avatar.name }), undo }),
      (failure: unknown) => {
        showFailure(failure);
        go(avatar);
      },
    );
  };
  const [picking, setPicking] = useAtom(pickingAtom);
  useActions({
    previous: () => step(-1),
    next: () => step(1),
    ...(picking && {
      like: () => like(!avatar.liked),
      delete: remove,
      close: () => setPicking(false),
    }),
  });

  return (
    <>
      <nav
        className={cx(ui.page, ui.between, styles.neighbours)}
        aria-label={t('Browse your avatars')}
      >
        <TextLink to={dashboardPath(query)} state={{ seen: avatar.id }}>
          {t('Back to Dashboard')}
        </TextLink>
        {row.length > 1 && (
          <div className={cx(ui.wrap3, styles.steps)}>
            <TextButton data-keys aria-pressed={picking} onClick={() => setPicking(!picking)}>
              {t('Review with the keyboard')}
            </TextButton>
            <Button size="small" spent={!before} onClick={() => step(-1)}>
              {t('Previous')}
            </Button>
            <p role="status">
              <Trans
                id="<hidden>{name}, </hidden>{position} of {total}"
                values={{
                  name: avatar.name,
                  position: formatNumber(at + 1),
                  total: formatNumber(row.length),
                }}
              />
            </p>
            <Button size="small" spent={!after} onClick={() => step(1)}>
              {t('Next')}
            </Button>
          </div>
        )}
        {picking && (
          <p className={cx(ui.note, styles.keys)} data-keys>
            <Trans id="<kbd>←</kbd> <kbd>→</kbd> move, <kbd>L</kbd> likes, <kbd>Delete</kbd> deletes, <kbd>Esc</kbd> ends this." />
          </p>
        )}
      </nav>
      <OwnAvatar key={pictureKey(avatar)} avatar={avatar} onLike={like} onDelete={remove} />
      <Undo />
    </>
  );
}

function SampleAvatar({ sample, elsewhere }: { sample: Sample; elsewhere: boolean }) {
  const sampleStore = useSampleStore();
  const { liked, downloads, shares } = useSampleStoreState();
  const measure = useCallback(async () => {
    const blob = await shippedPicture(sample.picture, 'png');
    const bitmap = await createImageBitmap(blob);
    const { width } = bitmap;
    bitmap.close();
    return { pixels: width, bytes: blob.size };
  }, [sample]);
  const measured = useAsync(measure, 'avatar.measure');
  const isLiked = liked.has(sample.id);
  return (
    <AvatarView
      {...sample}
      uid={sampleUid(sample.id)}
      pixels={measured?.pixels}
      bytes={measured?.bytes}
      downloads={sample.downloads + (downloads.get(sample.id) ?? 0)}
      likes={sample.likes + (isLiked ? 1 : 0)}
      shares={shares.get(sample.id) ?? 0}
      liked={isLiked}
      sample
      elsewhere={elsewhere}
      onLike={(like) => sampleStore.like(sample.id, like)}
      onShared={() => sampleStore.shared(sample.id)}
      onDownload={(format) => sampleStore.download(sample, format)}
      file={() => shippedPicture(sample.picture, 'png')}
    />
  );
}

/** Large enough for any banner. */
const EDGE = 1024;

/**
 * Returns a function that paints an own avatar's person again, without a ground. Its result is
 * undefined if the photo is gone, or if another engine made the avatar, as the picture would
 * differ.
 */
function usePaintedPerson(found: Found): (signal: AbortSignal) => Promise<Blob | undefined> {
  const { batches } = useLibraryState();
  const analyses = useAtomValue(analysesAtom);
  const ports = usePorts();
  return async (signal) => {
    if (found.kind !== 'own') return undefined;
    const { recipe } = found.avatar;
    const photo = photoOfAvatar(found.avatar, batches);
    const engine = await ports.engine();
    if (photo === undefined || recipe.engine !== engine.version) return undefined;
    try {
      const { picture } = await engine.render(
        await analyses.of(photo, signal),
        { ...paintedRecipe(recipe, found.avatar), background: 'none' },
        { size: EDGE, format: 'png', signal },
      );
      return picture;
    } catch (failure) {
      if (errorCode(failure) === 'photo-expired') return undefined;
      throw failure;
    }
  };
}

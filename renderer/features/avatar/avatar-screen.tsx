import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { noted } from '../../core/log/log.ts';
import {
  SAMPLES,
  shippedPicture,
  useLibrary,
  useLibraryState,
  usePictureUrl,
  useSampleStore,
  useSampleStoreState,
  type Sample,
} from '../../state/library/index.ts';
import { sampleUid } from '../../state/minting/index.ts';
import { AvatarView } from './avatar-view.tsx';
import { OwnTools } from './own-tools.tsx';
import { findAvatar } from './shown.ts';

/** /avatar/{id}: one picture and everything one does with it. */
export function AvatarScreen() {
  const { id } = useParams();
  const { loaded, avatars } = useLibraryState();
  const found = findAvatar(id, avatars, SAMPLES);
  // A sample's number is known at once; another may be an own one that is still being read.
  if (!found || (!loaded && found.kind === 'sample' && found.elsewhere)) return null;
  return found.kind === 'own' ? (
    <Own key={found.avatar.uid} avatar={found.avatar} />
  ) : (
    <Shown key={found.sample.id} sample={found.sample} elsewhere={found.elsewhere} />
  );
}

function Own({ avatar }: { avatar: Avatar }) {
  const library = useLibrary();
  const picture = usePictureUrl(avatar.uid, 'full');
  return (
    <AvatarView
      id={avatar.id}
      uid={avatar.uid}
      name={avatar.name}
      picture={picture}
      style={avatar.recipe.style}
      background={avatar.recipe.background}
      pixels={avatar.size}
      bytes={avatar.bytes}
      createdAt={avatar.createdAt}
      downloads={avatar.downloads}
      likes={avatar.liked ? 1 : 0}
      shares={avatar.shares ?? 0}
      liked={avatar.liked}
      likeness={avatar.likeness}
      softened={avatar.softened}
      onLike={(liked) => void library.like(avatar.uid, liked)}
      onShared={() => void library.shared(avatar.uid)}
      onDownload={(format) => library.download(avatar, format)}
      file={async () => (await library.picture(avatar.uid))?.full}
      tools={<OwnTools avatar={avatar} />}
    />
  );
}

function Shown({ sample, elsewhere }: { sample: Sample; elsewhere: boolean }) {
  const sampleStore = useSampleStore();
  const { liked, downloads, shares } = useSampleStoreState();
  const [measured, setMeasured] = useState<{ pixels: number; bytes: number }>();
  useEffect(() => {
    let gone = false;
    const measure = async (): Promise<void> => {
      const blob = await shippedPicture(sample.picture, 'png');
      const bitmap = await createImageBitmap(blob);
      if (!gone) setMeasured({ pixels: bitmap.width, bytes: blob.size });
      bitmap.close();
    };
    measure().catch(noted('avatar.measure'));
    return () => {
      gone = true;
    };
  }, [sample]);
  const isLiked = liked.has(sample.id);
  return (
    <AvatarView
      id={sample.id}
      uid={sampleUid(sample.id)}
      name={sample.name}
      picture={sample.picture}
      style={sample.style}
      background={sample.background}
      pixels={measured?.pixels}
      bytes={measured?.bytes}
      createdAt={sample.createdAt}
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

import { usePictureUrl } from '../../state/library/index.ts';
import type { Mintable } from './mintable.ts';

interface MintPictureProps {
  readonly mintable: Mintable;
  readonly which: 'thumb' | 'full';
  readonly alt: string;
}

function OwnPicture({ uid, which, alt }: { readonly uid: string; readonly which: 'thumb' | 'full'; readonly alt: string }) {
  const url = usePictureUrl(uid, which);
  return url === undefined ? null : <img src={url} alt={alt} />;
}

/** The picture of an avatar, a sample's or an own one from storage. */
export const MintPicture = ({ mintable, which, alt }: MintPictureProps) =>
  'url' in mintable.picture ? (
    <img src={mintable.picture.url} alt={alt} />
  ) : (
    <OwnPicture uid={mintable.picture.uid} which={which} alt={alt} />
  );

import { usePictureUrl } from '../../state/library/index.ts';
import type { Mintable } from './mintable.ts';

interface MintPictureProps {
  readonly mintable: Pick<Mintable, 'uid' | 'url'>;
  readonly which: 'thumb' | 'full';
  readonly alt: string;
}

function OwnPicture({
  uid,
  which,
  alt,
}: {
  readonly uid: string;
  readonly which: 'thumb' | 'full';
  readonly alt: string;
}) {
  const url = usePictureUrl(uid, which);
  return url === undefined ? null : <img src={url} alt={alt} />;
}

/** The picture of an avatar: a sample's, or an own one from storage. */
export const MintPicture = ({ mintable, which, alt }: MintPictureProps) =>
  mintable.url === undefined ? (
    <OwnPicture uid={mintable.uid} which={which} alt={alt} />
  ) : (
    <img src={mintable.url} alt={alt} />
  );

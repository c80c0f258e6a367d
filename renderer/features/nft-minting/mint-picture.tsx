import { usePictureUrl } from '../../state/library/index.ts';
import type { Mintable } from './mintable.ts';

/** What its picture is found by: a sample's address, or an own avatar's uid. */
export type Pictured = Pick<Mintable, 'uid' | 'url'>;

/** The address of an avatar's picture: a sample's, or an own one from storage. */
export function useMintPictureUrl(
  { uid, url }: Pictured,
  which: 'thumb' | 'full',
): string | undefined {
  const own = usePictureUrl(url === undefined ? uid : undefined, which);
  return url ?? own;
}

export function MintPicture({
  mintable,
  which,
  alt,
}: {
  readonly mintable: Pictured;
  readonly which: 'thumb' | 'full';
  readonly alt: string;
}) {
  const url = useMintPictureUrl(mintable, which);
  return url === undefined ? null : <img src={url} alt={alt} />;
}

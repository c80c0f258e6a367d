import { sampleAddress, samplePictures } from './sample-pictures.ts';

// Home comes with the first page, which has no room for every sample's address. A sample that is
// missing here stops the build.
const large = import.meta.glob<string>(
  '../../resources/samples/{amara-*,{mara,rafael,leila}-artistic,{mara,kenji}-professional,kenji-minimalist,{finn,rafael}-creative,leila-modern,rafael-photo,rafael-matte}.webp',
  { eager: true, query: '?url', import: 'default' },
);
const small = import.meta.glob<string>(
  '../../resources/samples/small/{amara-artistic,amara-creative,amara-minimalist,finn-artistic,finn-creative,finn-modern,finn-professional,kenji-artistic,kenji-creative,kenji-minimalist,kenji-modern,kenji-professional,leila-artistic,leila-creative,leila-minimalist,leila-modern,leila-professional,mara-artistic,mara-creative,mara-minimalist,mara-professional,rafael-artistic,rafael-creative,rafael-minimalist,rafael-professional}.webp',
  { eager: true, query: '?url', import: 'default' },
);

export const { samplePicture, smallSamplePicture, sampleImage } = samplePictures(large, small);

/** One person's first two steps to a picture: the photo as given, and the cut-out's matte. */
export const PHOTO_STEP = sampleAddress(large, 'rafael-photo');
export const MATTE_STEP = sampleAddress(large, 'rafael-matte');

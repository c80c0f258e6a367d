import { samplePictures } from './sample-pictures.ts';

const large = import.meta.glob<string>('../../resources/samples/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
const small = import.meta.glob<string>('../../resources/samples/small/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

export const { samplePicture, smallSamplePicture, sampleImage } = samplePictures(large, small);

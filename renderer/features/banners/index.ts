export { BannerMaker } from './banner-maker.tsx';
export { sheetOf, type Context } from './canvas.ts';
export { fillGround, grain, meanOf, toned } from './grounds.ts';
export { watermark } from './lettering.ts';
export type { Material } from './material.ts';
export { EDGE_PRINT, inksFor, printed } from './pictures.ts';
export { loadFaces, measureOn, writeLine } from './type-faces.ts';
export { useFaces } from './use-faces.ts';
export { useMaterial } from './use-material.ts';

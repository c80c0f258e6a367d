export { BannerMaker } from './banner-maker.tsx';
export { DrawnChoice } from './drawn-choice.tsx';
export { Maker, type MakerProps, useFaces } from './maker.tsx';

export { BannerMaker } from './banner-maker.tsx';
export { DrawnChoice } from './drawn-choice.tsx';
export { LookFields } from './fields.tsx';
export { Bench, type EditorProps, Maker, type MakerProps, useFaces } from './maker.tsx';

export { BannerMaker } from './banner-maker.tsx';
export { DrawnChoice, LookFields } from './fields.tsx';
export { Bench, type EditorProps, Locked, Maker, type MakerProps, useFaces } from './maker.tsx';

export { IntroMaker } from './intro-maker.tsx';

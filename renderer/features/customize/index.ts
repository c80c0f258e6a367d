export { CustomizeScreen } from './customize-screen.tsx';

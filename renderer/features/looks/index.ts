export { LooksPanel } from './looks-panel.tsx';

export { Help, type HelpProps } from './help.tsx';

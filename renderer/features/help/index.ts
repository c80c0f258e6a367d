export { Help, type HelpKind } from './help.tsx';

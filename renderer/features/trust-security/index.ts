export { TrustScreen } from './trust-screen.tsx';

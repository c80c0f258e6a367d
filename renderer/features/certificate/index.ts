export { Certificate, useMinted, useMintedUids } from './certificate.tsx';

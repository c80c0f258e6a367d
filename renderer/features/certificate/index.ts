export { Certificate, useMinted } from './certificate.tsx';

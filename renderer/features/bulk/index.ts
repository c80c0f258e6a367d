export { BulkScreen } from './bulk-screen.tsx';

export { TransactionLink } from './transaction-link.tsx';

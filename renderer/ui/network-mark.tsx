import styles from './network-mark.module.css';

/** Names the network that money would move on. Shown wherever money or a wallet is involved. */
export const NetworkMark = ({ label }: { readonly label: string }) => (
  <span className={styles.mark}>{label}</span>
);

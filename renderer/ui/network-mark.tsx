import styles from './network-mark.module.css';

/** Says which network money would move on; stands wherever money or a wallet is meant. */
export const NetworkMark = ({ label }: { readonly label: string }) => (
  <span className={styles.mark}>{label}</span>
);

import styles from './wordmark.module.css';

/** The logo (viewfinder corners around a person) and the name. */
export const Wordmark = () => (
  <span className={styles.wordmark}>
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M1 7V1h6M17 1h6v6M23 17v6h-6M7 23H1v-6" />
      <circle cx="12" cy="12" r="5.2" />
    </svg>
    Likeness
  </span>
);

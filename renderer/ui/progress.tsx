import styles from './progress.module.css';

export interface ProgressProps {
  readonly label: string;
  /** 0 to 1. */
  readonly done: number;
}

/** A thin bar that fills; the number stands beside it, in the caller's words. */
export const Progress = ({ label, done }: ProgressProps) => (
  <progress className={styles.bar} aria-label={label} max={100} value={Math.round(done * 100)} />
);

import styles from './progress.module.css';

export interface ProgressProps {
  readonly label: string;
  /** 0 to 1. */
  readonly done: number;
}

/** A thin progress bar. The caller puts the number beside it in words. */
export const Progress = ({ label, done }: ProgressProps) => (
  <progress className={styles.bar} aria-label={label} max={100} value={Math.round(done * 100)} />
);

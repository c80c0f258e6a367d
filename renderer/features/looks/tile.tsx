import styles from './looks.module.css';

/** Ground above and below, clothes, and what is under them, of each look. Drawn: no picture is shown. */
const COLOURS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  linkedin: ['#e4e6e8', '#c8ccd0', '#27375b', '#f7f7f5'],
  executive: ['#5a5e66', '#33363c', '#2b2d33', '#e9edf2'],
  'start-up': ['#eef2f3', '#cfd9dd', '#7d8a72', '#1f2023'],
  lawyer: ['#7a5636', '#4b3423', '#23252c', '#f1eee8'],
  doctor: ['#e3eef2', '#bcd3dc', '#fbfcfc', '#a9cbe6'],
  teacher: ['#dfe3d0', '#8ba18a', '#a4694f', '#f3efe4'],
  'estate-agent': ['#f6f1e7', '#dccfb9', '#d9c6a6', '#fdfcf8'],
  creative: ['#b9b9b6', '#8d8d8a', '#1c1c1e', '#1c1c1e'],
  actor: ['#a8abad', '#7d8082', '#34383d', '#34383d'],
  city: ['#cdd6de', '#8f9aa6', '#4a5568', '#f2f2ef'],
  garden: ['#e6d690', '#6f9a52', '#efe6d3', '#efe6d3'],
  cafe: ['#d9a86a', '#7b4e2d', '#c8b49a', '#e8ded0'],
  beach: ['#9fd0e6', '#e9d5a6', '#f4f1e8', '#f4f1e8'],
  'country-house': ['#d8c39a', '#7c8a4f', '#b98a56', '#f3ead8'],
  evening: ['#2a2030', '#120d17', '#0c0c10', '#0c0c10'],
  sport: ['#3d5a73', '#1d2b38', '#c43d3a', '#f0f0f0'],
  'black-and-white': ['#d0d0d0', '#6e6e6e', '#262626', '#262626'],
  oil: ['#7a5a38', '#3a2918', '#231a16', '#d8c9a8'],
  comic: ['#ffd23f', '#3a86c8', '#d62839', '#f7e733'],
  animated: ['#ffd6e0', '#b8c8f4', '#7cc6a4', '#fff3c4'],
  own: ['#ece9e2', '#d6d2c8', '#9a958a', '#f7f5f0'],
};

/** A look as a small drawing: its place, its clothes, and nobody in particular. */
export function Tile({ look }: { readonly look: string }) {
  const [above, below, clothes, inside] = COLOURS[look] ?? ['#ddd', '#bbb', '#777', '#eee'];
  const ground = `look-${look}`;
  return (
    <svg className={styles.drawn} viewBox="0 0 64 64" aria-hidden="true">
      <linearGradient id={ground} x2="0" y2="1">
        <stop offset="0.45" stopColor={above} />
        <stop offset="1" stopColor={below} />
      </linearGradient>
      <path fill={`url(#${ground})`} d="M0 0h64v64H0z" />
      <path fill={clothes} d="M6 64c0-13 10-19 26-19s26 6 26 19z" />
      <path fill={inside} d="M24 46q8 4 16 0l-8 15z" />
      <path fill="#b88a6b" d="M27 36h10v9q-5 4-10 0z" />
      <ellipse fill="#c99a7a" cx="32" cy="27" rx="10" ry="12.5" />
      <path fill="#4a3528" d="M21 27q-1-15 11-15t11 15q-2-7-6-9-9 4-13 1-2 3-3 8z" />
    </svg>
  );
}

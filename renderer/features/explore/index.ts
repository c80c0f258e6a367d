export { ExploreScreen } from './explore-screen.tsx';

export { default } from '../not-built.tsx';

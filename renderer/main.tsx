import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { start } from './actions';
import { keepDrafts } from './draft-keeper';
import { Frame } from './features/frame/frame';
import { followTheme } from './features/frame/theme';
import { keepTyped } from './store/keep';
import { usePerson } from './store/person';
import './styles/app.css';

followTheme();
keepTyped(usePerson);
keepDrafts();
start();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Frame />
  </StrictMode>,
);

/** How the pages without a session look: as the app, in its colors, with the system's font. */
export const landingStylePath = '/open.css';

export const landingStyle = `:root {
  color-scheme: light dark;
  --background: light-dark(#f7f8fa, #0f1115);
  --raised: light-dark(#ffffff, #1b1f26);
  --line: light-dark(#e4e7ec, #252a33);
  --text: light-dark(#14181f, #e8ebf0);
  --muted: light-dark(#59636f, #9aa3b2);
  --accent: light-dark(#2f5fe0, #7aa2ff);
  --on-accent: light-dark(#ffffff, #0f1115);
}
body {
  display: flex;
  min-height: 100dvh;
  align-items: center;
  justify-content: center;
  box-sizing: border-box;
  margin: 0;
  padding: 24px;
  background: var(--background);
  color: var(--text);
  font: 15px/22px system-ui, sans-serif;
}
main:not([hidden]) {
  display: grid;
  gap: 16px;
  box-sizing: border-box;
  width: 100%;
  max-width: 448px;
  padding: 24px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--raised);
  overflow-wrap: anywhere;
}
h1, p, form { margin: 0; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; }
p { color: var(--muted); }
code { color: var(--text); font: 13px/20px ui-monospace, monospace; }
form:not([hidden]) { display: flex; gap: 8px; align-items: end; }
label { display: grid; flex: 1; gap: 4px; font-size: 13px; }
input, button { box-sizing: border-box; height: 36px; border-radius: 6px; font: inherit; font-size: 15px; }
input { min-width: 0; padding: 0 10px; border: 1px solid var(--line); background: transparent; color: inherit; }
button { padding: 0 14px; border: 0; background: var(--accent); color: var(--on-accent); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

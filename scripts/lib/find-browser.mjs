// @ts-check
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

/** The shell first: it draws the same pages without a browser's own windows, in two thirds of the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const usualPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    `${process.env.HOME}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((folder) =>
    path.join(process.env[folder] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
};

/**
 * A Chromium to test in: `GATEHOUSE_CHROMIUM`, Playwright's own, one on the PATH, or one in the system's usual place.
 * @returns {string | null} its path; `null` where there is none
 */
export function findBrowser() {
  if (process.env.GATEHOUSE_CHROMIUM) return process.env.GATEHOUSE_CHROMIUM;
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return findOnPath() ?? usual().find((place) => existsSync(place)) ?? null;
}

/** @returns {readonly string[]} */
function usual() {
  return process.platform === 'darwin' || process.platform === 'win32' ? usualPlaces[process.platform] : [];
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return places.find(isExecutable) ?? null;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

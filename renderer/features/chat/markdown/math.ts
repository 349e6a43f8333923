import { useEffect, useState } from 'react';
import type { MathPlugin } from 'streamdown';

let plugin: MathPlugin | null = null;

/** The math plugin once the text holds a formula and the plugin has come; `null` until then. */
export function useMath(text: string): MathPlugin | null {
  const wanted = text.includes('$$');
  const [loaded, setLoaded] = useState(plugin);
  useEffect(() => {
    if (!wanted || plugin !== null) return;
    let gone = false;
    void import('./math-plugin').then((module) => {
      plugin = module.plugin;
      if (!gone) setLoaded(plugin);
    });
    return () => {
      gone = true;
    };
  }, [wanted]);
  return wanted ? (loaded ?? plugin) : null;
}

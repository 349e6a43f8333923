import { Component, type ComponentType, type ReactNode } from 'react';
import { untilLoaded } from '../lib/until-loaded';
import type { BrokenPartProps } from './broken-part';

interface GuardProps {
  readonly children: ReactNode;
  /** In its place, without a word: the same in a plainer form. */
  readonly instead?: ReactNode;
}

interface GuardState {
  /** `null` from the failure until its code is there; `undefined` where nothing failed. */
  readonly Instead: ComponentType<BrokenPartProps> | null | undefined;
}

const whole: GuardState = { Instead: undefined };

/**
 * One part of the window. React takes the whole page down when drawing it throws, such as for a record that nobody
 * foresaw; here only this part goes, and what is typed in others stays.
 */
export class Guard extends Component<GuardProps, GuardState> {
  override state = whole;

  static getDerivedStateFromError(): GuardState {
    return { Instead: null };
  }

  /** React only writes it to the console. */
  override componentDidCatch(error: unknown): void {
    if (this.props.instead) return;
    reportError(error);
    void untilLoaded(() => import('./broken-part')).then(({ BrokenPart }) =>
      this.setState({ Instead: BrokenPart }),
    );
  }

  override render(): ReactNode {
    const { Instead } = this.state;
    if (Instead === undefined) return this.props.children;
    return this.props.instead ?? (Instead && <Instead again={() => this.setState(whole)} />);
  }
}

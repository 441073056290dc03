import type { AccessibilityTree } from './accessibility-tree.ts';
import type { ArtifactRef } from './artifact.ts';
import type { ErrorCode } from './errors.ts';
import type { Size } from './geometry.ts';

/** What the device returned in one look, size, rotation and scale read together (rule W4). */
export interface Observation {
  readonly kind: 'observation';
  readonly platform: 'android' | 'ios';
  readonly tree: AccessibilityTree;
  /** Window size in the unit of the page source, in the orientation of the source. */
  readonly size: Size;
  readonly rotation: 0 | 90 | 180 | 270;
  /** Screenshot pixels per unit of the page source. */
  readonly scale: number;
  /** The app the system says is in front; null when it does not say. */
  readonly focusedApp: string | null;
  readonly keyboard: 'shown' | 'hidden' | 'unknown';
  readonly source: ArtifactRef;
  /** Null when a picture was withheld (secret field, protected window) or could not be taken. */
  readonly screenshot: ArtifactRef | null;
}

/** The page could not be read, after the bounded retries of one look. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly code: Extract<ErrorCode, `source_${string}`>;
  readonly message: string;
  readonly screenshot: ArtifactRef | null;
}

import { z } from 'zod';

/** A screenshot or page source kept by content hash. */
export const ArtifactRef = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.enum(['image/png', 'application/xml', 'application/json', 'text/plain']),
  bytes: z.number().int().nonnegative(),
});
export type ArtifactRef = z.infer<typeof ArtifactRef>;

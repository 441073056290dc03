import { defineConfig } from 'drizzle-kit';

/** For `npx drizzle-kit generate --config cloud/store/drizzle.config.ts`, which writes the next file of migrations/. */
export default defineConfig({ dialect: 'postgresql', schema: './cloud/store/schema.ts', out: './migrations' });

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/postgres.global-setup.ts'],
    pool: 'forks',
    // Most tests wait for a phone, a server or a database: one more than two cores keeps both busy.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    // Somebody's own keys and settings must not reach a test.
    env: {
      ANTHROPIC_API_KEY: '',
      OPENAI_API_KEY: '',
      DATABASE_URL: '',
      DATABASE_ADMIN_URL: '',
      TAPWRIGHT_CLOUD_URL: '',
      TAPWRIGHT_CLOUD_KEY: '',
    },
  },
});

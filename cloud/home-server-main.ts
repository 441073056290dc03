import { modelClients } from './model-clients.ts';
import { serveHome } from './serve-home.ts';

await serveHome(modelClients);

import { serveHome } from '../cloud/serve-home.ts';
import { modelsAndRehearsal } from './rehearsal.ts';

await serveHome(modelsAndRehearsal);

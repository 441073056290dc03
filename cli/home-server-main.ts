import { modelClients } from '../cloud/model-clients.ts';
import { serveHome } from '../cloud/serve-home.ts';
import { rehearsalClients } from './rehearsal.ts';

await serveHome((env) => {
  const providers = modelClients(env);
  const rehearsal = rehearsalClients(env);
  return (model) => (model?.startsWith('rehearsal') === true ? rehearsal(model) : providers(model));
});
// A rehearsal model that was started hangs on this process by a pipe, and would hold it; it ends with us.
process.exit();

import '@mantine/core/styles.layer.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries';
import { createConsoleRouter } from './router';
import { loadAllScripts, loadScripts } from './scripts';
import { cssVariables, theme } from './theme';
import { Notices } from './ui/notices';

const queryClient = createQueryClient();
const router = createConsoleRouter(queryClient);
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The library that locks scrolling under dialogs inserts a style element.
setNonce(nonce);

// Reloads a page from the back/forward cache, because its session may have ended.
window.addEventListener('pageshow', event => {
  if (event.persisted) window.location.reload();
});

loadScripts(router, window.location.href);
setTimeout(() => loadAllScripts(router), 5_000);

// Prints in the light theme.
const { dataset } = document.documentElement;
let shown: string | undefined;
window.addEventListener('beforeprint', () => {
  shown ??= dataset.mantineColorScheme;
  dataset.mantineColorScheme = 'light';
});
window.addEventListener('afterprint', () => {
  dataset.mantineColorScheme = shown;
  shown = undefined;
});

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

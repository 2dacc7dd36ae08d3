import '@ant-design/v5-patch-for-react-19'
import { AuthPage, RefineThemes, ThemedLayout, useNotificationProvider } from '@refinedev/antd'
import { Authenticated, Refine } from '@refinedev/core'
import routerProvider, { CatchAllNavigate, NavigateToResource } from '@refinedev/react-router'
import { App as AntdApp, ConfigProvider } from 'antd'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Outlet, Route, Routes } from 'react-router'
import { Certifications } from './Certifications.jsx'
import { authProvider, dataProvider } from './providers.js'
import { Reports } from './Reports.jsx'
import '@refinedev/antd/dist/reset.css'

const resources = [
  { name: 'certifications', list: '/certifications' },
  { name: 'reports', list: '/reports' },
]

const routes = (
  <Routes>
    <Route
      element={
        <Authenticated key="inside" fallback={<CatchAllNavigate to="/login" />}>
          <ThemedLayout>
            <Outlet />
          </ThemedLayout>
        </Authenticated>
      }
    >
      <Route index element={<NavigateToResource resource="certifications" />} />
      <Route path="/certifications" element={<Certifications />} />
      <Route path="/reports" element={<Reports />} />
    </Route>
    <Route
      element={
        <Authenticated key="outside" fallback={<Outlet />}>
          <NavigateToResource />
        </Authenticated>
      }
    >
      <Route path="/login" element={<AuthPage type="login" />} />
    </Route>
  </Routes>
)

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <BrowserRouter>
      <ConfigProvider theme={RefineThemes.Blue}>
        <AntdApp>
          <Refine
            routerProvider={routerProvider}
            dataProvider={dataProvider}
            authProvider={authProvider}
            notificationProvider={useNotificationProvider}
            resources={resources}
            options={{ syncWithLocation: true, disableTelemetry: true }}
          >
            {routes}
          </Refine>
        </AntdApp>
      </ConfigProvider>
    </BrowserRouter>
  </StrictMode>,
)

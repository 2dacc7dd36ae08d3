import { StrictMode } from 'react'
import { Admin, Resource } from 'react-admin'
import { createRoot } from 'react-dom/client'
import { Certifications } from './Certifications.jsx'
import { authProvider, dataProvider } from './providers.js'
import { Reports } from './Reports.jsx'

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
      <Resource name="certifications" list={Certifications} />
      <Resource name="reports" list={Reports} />
    </Admin>
  </StrictMode>,
)

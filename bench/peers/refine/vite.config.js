import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/* As create refine-app writes it. */
export default defineConfig({ plugins: [react()] })

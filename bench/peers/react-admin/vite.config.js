import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/* As create-react-admin writes it. */
export default defineConfig({ plugins: [react()], base: './' })

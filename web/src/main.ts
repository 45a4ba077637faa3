import { mount } from 'svelte'
import App from './App.svelte'
import { follow } from './lib/router.svelte'
import './styles/index.css'
import './editions/styles'

follow()
mount(App, { target: document.getElementById('app')! })

/** The JSON logs of ViperBench. */
package mtc.formats.viper;

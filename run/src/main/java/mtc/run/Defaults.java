package mtc.run;

import java.util.Map;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Where a run wants another default than the generator: few keys, so that sessions meet. */
final class Defaults implements IDefaultValueProvider {
  private static final Map<String, String> OURS =
      Map.of(
          "--txns", "1000",
          "--keys", "12",
          "--read-only", "20%",
          "--two-keys", "90%",
          "--paired", "50%",
          "--rotate", "100");

  @Override
  public String defaultValue(ArgSpec argument) {
    return argument instanceof OptionSpec option ? OURS.get(option.longestName()) : null;
  }
}
